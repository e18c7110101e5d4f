#include "extender/wire/name_list.hpp"

#include "extender/wire/plain_text.hpp"

namespace berth::wire {
namespace {

/// What is left of the body, and what was met in it.
class name_scan {
public:
    name_scan(std::string_view text, node_index& known, std::vector<api::named_node>& names)
        : at_(text.data()), end_(text.data() + text.size()), known_(known), names_(names) {}

    /// False when something is unusual; else it stands at the closing bracket.
    bool run() {
        if (!take('[')) {
            return false;
        }
        if (stands_at(']')) {
            return true;
        }
        do {
            if (!take_name()) {
                return false;
            }
        } while (take(','));
        return stands_at(']');
    }

    const char* at() const { return at_; }

private:
    bool stands_at(char c) const { return at_ != end_ && *at_ == c; }

    /// Takes `c` and the white space behind it.
    bool take(char c) {
        if (!stands_at(c)) {
            return false;
        }
        ++at_;
        skip_blanks();
        return true;
    }

    void skip_blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) {
            ++at_;
        }
    }

    bool take_name() {
        const auto left = static_cast<std::size_t>(end_ - at_);
        const auto expected = known_.follower(previous_, {at_, left});
        if (expected != node_index::unknown) {
            at_ += known_.quoted(expected).size();
            add(known_.name(expected), expected);
            return true;
        }
        if (!stands_at('"')) {
            return false;
        }
        const char* const closing = skip_plain(at_ + 1, end_);
        if (closing == end_ || *closing != '"') {
            return false;
        }
        const std::string_view name(at_ + 1, closing);
        const auto slot = known_.find(name);
        known_.learn_follower(previous_, slot);
        at_ = closing + 1;
        add(slot == node_index::unknown ? name : known_.name(slot), slot);
        return true;
    }

    void add(std::string_view name, std::uint32_t slot) {
        names_.push_back({name, slot});
        previous_ = slot;
        skip_blanks();
    }

    const char* at_;
    const char* end_;
    node_index& known_;
    std::vector<api::named_node>& names_;
    std::uint32_t previous_ = node_index::unknown;
};

}  // namespace

std::size_t scan_names(std::string_view text, node_index& known, std::vector<api::named_node>& names) {
    names.clear();
    name_scan scan(text, known, names);
    if (scan.run()) {
        return static_cast<std::size_t>(scan.at() - text.data());
    }
    names.clear();
    return 0;
}

void read_names(const json_cursor& list, const node_index& known, std::vector<api::named_node>& names) {
    names.clear();
    list.elements([&](const json_cursor& element) {
        if (const auto name = element.text()) {
            const auto slot = known.find(*name);
            names.push_back({slot == node_index::unknown ? *name : known.name(slot), slot});
        }
    });
}

}  // namespace berth::wire
