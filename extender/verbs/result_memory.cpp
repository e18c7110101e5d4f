#include "extender/verbs/result_memory.hpp"

namespace berth::verbs {

std::vector<remembered_fit>* result_memory::of_kind(std::string_view kind, std::size_t slots) {
    if (slots > entries_max_) {
        return nullptr;
    }
    const auto known = by_kind_.find(kind);
    if (known == by_kind_.end()) {
        kinds_.push_front({std::string(kind), {}});
        by_kind_.emplace(kinds_.front().kind, kinds_.begin());
    } else {
        kinds_.splice(kinds_.begin(), kinds_, known->second);
    }
    auto& fits = kinds_.front().fits;
    if (fits.size() < slots) {
        entries_ += slots - fits.size();
        fits.resize(slots);
    }
    while (entries_ > entries_max_ && kinds_.size() > 1) {
        entries_ -= kinds_.back().fits.size();
        by_kind_.erase(kinds_.back().kind);
        kinds_.pop_back();
    }
    return &fits;
}

}  // namespace berth::verbs
