#include "config/validate.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <string_view>

#include "config/duration.hpp"
#include "config/fields.hpp"

namespace berth::config {
namespace {

class rule_book {
public:
    explicit rule_book(const std::set<std::string>& doubtful) : doubtful_(doubtful) {}

    /// Judges `key` against another key: `holds` or else the problem.
    void judge(const std::string& key, const std::string& other, bool holds, std::string what,
               std::string allowed) {
        if (!holds && !doubtful_.contains(key) && !doubtful_.contains(other)) {
            problems.push_back({key, 0, std::move(what), std::move(allowed)});
        }
    }

    std::vector<problem> problems;

private:
    const std::set<std::string>& doubtful_;
};

void judge_ranges(const settings& s, rule_book& book) {
    settings scratch = s;
    for (const field& f : fields()) {
        if (auto what = f.read(scratch, f.write(s))) {
            book.judge(f.key, f.key, false, *what, f.allowed);
        }
    }
}

void judge_resource_names(const resource_names& names, rule_book& book) {
    struct named {
        std::string key;
        const std::string& name;
    };
    const std::vector<named> all{{"resources.gpu", names.gpu},
                                 {"resources.memory", names.memory},
                                 {"resources.memory_percentage", names.memory_percentage},
                                 {"resources.cores", names.cores}};
    for (std::size_t later = 1; later < all.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            book.judge(all[later].key, all[earlier].key, all[later].name != all[earlier].name,
                       fmt::format("is \"{}\", as {} is", all[later].name, all[earlier].key),
                       "a name of its own");
        }
    }
}

}  // namespace

std::vector<problem> validate(const settings& s, const std::set<std::string>& doubtful) {
    rule_book book{doubtful};
    judge_ranges(s, book);
    book.judge("bind_deadline", "http_timeout", s.bind_deadline < s.http_timeout,
               fmt::format("is {}", text_of(s.bind_deadline)),
               fmt::format("less than http_timeout, which is {}", text_of(s.http_timeout)));
    book.judge("search.steps_per_node", "search.steps_per_call",
               s.search.steps_per_node <= s.search.steps_per_call,
               fmt::format("is {}", s.search.steps_per_node),
               fmt::format("at most search.steps_per_call, which is {}", s.search.steps_per_call));
    judge_resource_names(s.resources, book);
    return book.problems;
}

}  // namespace berth::config
