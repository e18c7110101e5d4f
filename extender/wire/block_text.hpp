#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace berth::wire {

/// Text that is copied in whole blocks: as many bytes as a block may be read behind its end.
///
/// Short texts of unpredictable length cost most of their copying in finding out how to copy them; a block or
/// two without looking at the length costs next to nothing.
struct block_text {
    static constexpr std::size_t block = 64;

    const char* begin = nullptr;
    std::size_t length = 0;

    std::string_view view() const { return {begin, length}; }
};

/// Text that grows by block_texts. Keeps its storage.
class block_buffer {
public:
    block_buffer() = default;
    ~block_buffer() = default;
    block_buffer(const block_buffer&) = delete;
    block_buffer& operator=(const block_buffer&) = delete;

    void clear() { at_ = bytes_.data(); }
    bool empty() const { return at_ == bytes_.data(); }
    std::string_view view() const { return {bytes_.data(), static_cast<std::size_t>(at_ - bytes_.data())}; }

    void append(block_text text, block_text behind) {
        make_room(text.length + behind.length);
        copy<block_text::block / 2>(text, at_);
        copy<block_text::block>(behind, at_ + text.length);
        at_ += text.length + behind.length;
    }

    void append(std::string_view text) {
        make_room(text.size());
        std::memcpy(at_, text.data(), text.size());
        at_ += text.size();
    }

private:
    template <std::size_t Step>
    static void copy(block_text text, char* to) {
        std::memcpy(to, text.begin, Step);
        for (std::size_t copied = Step; copied < text.length; copied += Step) {
            std::memcpy(to + copied, text.begin + copied, Step);
        }
    }

    void make_room(std::size_t more) {
        if (static_cast<std::size_t>(end_ - at_) < more + block_text::block) {
            grow(more);
        }
    }

    void grow(std::size_t more) {
        const auto used = view().size();
        bytes_.resize(2 * bytes_.size() + more + 4096);
        at_ = bytes_.data() + used;
        end_ = bytes_.data() + bytes_.size();
    }

    std::vector<char> bytes_;
    char* at_ = bytes_.data();   ///< Behind what is in use.
    char* end_ = bytes_.data();  ///< Of the storage.
};

/// `text` with the bytes behind it that a block_text needs.
inline std::string padded(std::string text) {
    text.append(block_text::block, '\0');
    return text;
}

/// What `padded` was given.
inline block_text as_blocks(const std::string& padded_text) {
    return {padded_text.data(), padded_text.size() - block_text::block};
}

}  // namespace berth::wire
