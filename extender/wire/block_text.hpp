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
    static constexpr std::size_t block = 32;

    const char* begin = nullptr;
    std::size_t length = 0;

    std::string_view view() const { return {begin, length}; }
};

/// Text that grows by block_texts. Keeps its storage.
class block_buffer {
public:
    void clear() { size_ = 0; }
    bool empty() const { return size_ == 0; }
    std::string_view view() const { return {bytes_.data(), size_}; }

    void append(block_text text) {
        make_room(text.length);
        char* const to = bytes_.data() + size_;
        std::size_t copied = 0;
        do {
            std::memcpy(to + copied, text.begin + copied, block_text::block);
            copied += block_text::block;
        } while (copied < text.length);
        size_ += text.length;
    }

    void append(std::string_view text) {
        make_room(text.size());
        std::memcpy(bytes_.data() + size_, text.data(), text.size());
        size_ += text.size();
    }

private:
    void make_room(std::size_t more) {
        if (bytes_.size() - size_ < more + block_text::block) {
            grow(more);
        }
    }

    void grow(std::size_t more) { bytes_.resize(2 * bytes_.size() + more + 4096); }

    std::vector<char> bytes_;  // `size_` of them in use
    std::size_t size_ = 0;
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
