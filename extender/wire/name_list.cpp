#include "extender/wire/name_list.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "extender/wire/plain_text.hpp"

namespace berth::wire {
namespace {

/// Splits a list into its names. What is not plain is looked for in blocks, apart from what it means: so the
/// processor can work on several names at once.
class name_splitter {
public:
    name_splitter(std::string_view text, std::vector<api::named_node>& names)
        : begin_(text.data()), end_(begin_ + text.size()), names_(names) {}

    /// Where the closing bracket stands; null when something is unusual.
    const char* run() {
        if (begin_ == end_ || *begin_ != '[') {
            return nullptr;
        }
        between_ = begin_ + 1;
        for (const char* block = begin_; block != end_ && !over_;) {
            const auto size = std::min<std::ptrdiff_t>(end_ - block, block_bytes);
            if (end_ - block <= block_bytes || !see_usual(block)) {
                see(block, size == block_bytes ? special_in(block) : special_in_rest(block));
            }
            block += size;
        }
        if (!over_ && opening_ == nullptr) {
            close_gap(end_);
        }
        return closing_;
    }

private:
    static constexpr std::ptrdiff_t block_bytes = 64;

    static std::uint64_t special_in(const char* block) {
        std::uint64_t special = 0;
        for (unsigned part = 0; part < block_bytes; part += 16) {
            special |= std::uint64_t{special_of_16(block + part)} << part;
        }
        return special;
    }

    std::uint64_t special_in_rest(const char* block) const {
        std::uint64_t special = 0;
        for (unsigned i = 0; block + i != end_; ++i) {
            special |= std::uint64_t{is_plain(block[i]) ? 0U : 1U} << i;
        }
        return special;
    }

    /// A block like all but the first and the last of a list that Go wrote: nothing but quotes is special,
    /// and nothing but a comma stands between two names. False, and nothing is done, when it is another.
    ///
    /// Requires: a byte behind the block may be read.
    bool see_usual(const char* block) {
        const auto found = quotes_in_64(block);
        const bool inside = opening_ != nullptr;
        const char* begin = inside ? opening_ + 1 : between_ + 2;  // of the name it is in or will be in
        const auto offset = static_cast<std::size_t>(begin - block);
        if (!found.alone || (!inside && (offset < 1 || offset > 2 || *between_ != ','))) {
            return false;
        }
        const auto awaited = inside ? 0 : std::uint64_t{offset};  // its opening quote: bit 0 or bit 1
        const auto openings = found.quotes & (found.quotes << 2 | awaited),
                   closings = found.quotes & ~openings;
        if (openings != (closings << 2 | awaited)) {
            return false;
        }
        const auto names_before = names_.size();
        bool commas = true;  // without one, quotes may stand side by side and mean something else
        for (auto left = closings; left != 0; left &= left - 1) {
            const char* const closing = block + std::countr_zero(left);
            names_.emplace_back(std::string_view(begin, closing), node_index::unknown);
            commas = commas && closing[1] == ',';
            begin = closing + 3;
        }
        if (!commas) {
            names_.resize(names_before);
            return false;
        }
        opening_ = openings > closings || (inside && closings == 0) ? begin - 1 : nullptr;
        between_ = begin - 2;
        return true;
    }

    void see(const char* block, std::uint64_t special) {
        for (; special != 0 && !over_; special &= special - 1) {
            const char* const at = block + std::countr_zero(special);
            if (opening_ != nullptr) {
                over_ = *at != '"';  // an escape, a control character, not ASCII
                names_.emplace_back(std::string_view(opening_ + 1, at), node_index::unknown);
                opening_ = nullptr;
                between_ = at + 1;
            } else if (*at == '"') {
                const bool as_go_writes = at - between_ == 1 && *between_ == ',' && !names_.empty();
                if (as_go_writes || close_gap(at)) {
                    opening_ = at;
                }
            }
        }
    }

    /// Takes what stands between two names, up to `to`. False, and all is over, unless a name has to follow.
    bool close_gap(const char* to) {
        const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
        const char* at = std::find_if_not(between_, to, blank);
        bool comma = names_.empty();
        if (at != to && *at == ',' && !comma) {
            comma = true;
            at = std::find_if_not(at + 1, to, blank);
        } else if (at != to && *at == ']') {
            closing_ = at;
        }
        over_ = at != to || !comma;
        return !over_;
    }

    const char* begin_;
    const char* end_;
    std::vector<api::named_node>& names_;
    const char* between_ = nullptr;  // behind the last name
    const char* opening_ = nullptr;  // the quote of the name it is in
    const char* closing_ = nullptr;
    bool over_ = false;
};

}  // namespace

std::size_t scan_names(std::string_view text, const node_index& known, std::vector<api::named_node>& names) {
    names.clear();
    const char* const closing = name_splitter(text, names).run();
    if (closing == nullptr) {
        names.clear();
        return 0;
    }
    known.find_all(names);
    return static_cast<std::size_t>(closing - text.data());
}

void read_names(const json_cursor& list, const node_index& known, std::vector<api::named_node>& names) {
    names.clear();
    list.elements([&](const json_cursor& element) {
        if (const auto name = element.text()) {
            names.emplace_back(*name, node_index::unknown);
        }
    });
    known.find_all(names);
}

}  // namespace berth::wire
