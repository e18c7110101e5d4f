#include "extender/verbs/bind.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace berth::verbs {
namespace {

using devicemodel::claim_state;
using devicemodel::reserve_refusal;

std::string describe(const api::binding_args& args) {
    return args.pod_namespace + "/" + args.pod_name + " (" + args.pod_uid + ")";
}

std::string sentence(reserve_refusal why) {
    switch (why) {
        case reserve_refusal::node_unknown: return "NodeUnregistered: the node is not known";
        case reserve_refusal::card_unknown: return "a chosen card is not on the node any more";
        case reserve_refusal::over_commit: return "a chosen card has no room any more";
        case reserve_refusal::already_held: return "the pod holds cards already";
        case reserve_refusal::quota: return "ResourceQuotaNotFit: the namespace's quota does not allow it";
    }
    return "";
}

}  // namespace

std::string sentence(const scoring::node_refusal& refused, const devicemodel::node_info& node) {
    std::string text = node.name + " refuses the pod";
    if (!refused.container.empty()) {
        text += " at container " + refused.container;
    }
    const char* separator = ": ";
    for (const auto& why : refused.node) {
        text += separator + scoring::sentence(why);
        separator = "; ";
    }
    if (!node.register_problem.empty()) {
        text += separator + node.register_problem;
        separator = "; ";
    }
    for (const auto& card : refused.cards) {
        text += separator + node.cards[card.card].uuid + " " + scoring::sentence(card.why);
        separator = "; ";
    }
    return text;
}

binder::binder(books& known, bind_port& port, timer_port& timers, unix_clock clock, bind_settings settings)
    : known_(known), port_(port), timers_(timers), clock_(std::move(clock)), settings_(settings) {}

void binder::bind(const api::binding_args& args, std::uint64_t decision, answered done) {
    if (const auto running = under_way_.find(args.pod_uid); running != under_way_.end()) {
        if (running->second.order.pod.node != args.node) {
            done(describe(args) + " is being bound to " + running->second.order.pod.node);
            return;
        }
        wait(running->second, std::move(done));
        return;
    }
    if (const auto held = known_.ledger.find_pod(args.pod_uid); held && held->state == claim_state::bound) {
        done(held->node == args.node ? "" : describe(args) + " is bound to " + held->node);
        return;
    }
    attempt started;
    if (std::string why_not = reserve(args, decision, started); !why_not.empty()) {
        done(std::move(why_not));
        return;
    }
    auto& entry = under_way_.emplace(args.pod_uid, std::move(started)).first->second;
    wait(entry, std::move(done));
    write(args.pod_uid);
}

std::string binder::reserve(const api::binding_args& args, std::uint64_t decision, attempt& started) {
    const pending_pod* pod = known_.pending.find(args.pod_uid);
    if (pod == nullptr) {
        return describe(args) + " has not been seen without a node: filter it first";
    }
    if (pod->name != args.pod_name || pod->name_space != args.pod_namespace) {
        return describe(args) + " has that UID but is called " + pod->name_space + "/" + pod->name;
    }
    const auto slot = known_.ledger.slot_of(args.node);
    if (!slot) {
        return sentence(reserve_refusal::node_unknown);
    }
    const auto& node = *known_.ledger.slots()[*slot];
    auto& record = started.order.pod;
    if (devicemodel::wants_cards(pod->request.containers)) {
        scoring::node_fitter fitter(pod->request, settings_.search);
        const auto held =
            known_.ledger.find_pod(pod->uid);  // a reservation of this pod gives way to the new one
        const bool here = held && held->node == args.node;
        auto choice = fitter.choose(node, here ? known_.ledger.used_without(node, *held) : node.used);
        if (const auto* refused = std::get_if<scoring::node_refusal>(&choice)) {
            return sentence(*refused, *node.info);
        }
        record.chosen = std::get<devicemodel::allocation>(std::move(choice));
    } else {
        record.chosen.resize(pod->request.containers.size());
    }
    record.uid = pod->uid;
    record.name_space = pod->name_space;
    record.name = pod->name;
    record.node = args.node;
    record.containers = pod->request.containers;
    record.requests = pod->host;
    record.now = devicemodel::first_stage(record.containers);
    record.since = clock_();
    started.order.decision = decision;
    started.next_retry = settings_.first_retry;
    const auto refused = known_.ledger.reserve(record, started.ticket);
    return refused ? sentence(*refused) : "";
}

void binder::wait(attempt& on, answered done) {
    const std::uint64_t number = ++waiters_;
    auto deadline = timers_.after(settings_.deadline, [this, uid = on.order.pod.uid, number] {
        const auto running = under_way_.find(uid);
        if (running == under_way_.end()) {
            return;
        }
        if (const auto late = running->second.waiting.extract(number)) {
            const auto& message = running->second.last_message;
            late.mapped().done(
                "the outcome of the binding is not known yet; berth keeps the cards and goes on asking" +
                (message.empty() ? "" : ": " + message));
        }
    });
    on.waiting.emplace(number, waiter{std::move(done), std::move(deadline)});
}

void binder::write(const std::string& uid) {
    const auto& on = under_way_.at(uid);
    port_.bind(on.order, [this, uid, generation = on.ticket.generation](const bind_answer& answer) {
        settle(uid, generation, answer);
    });
}

void binder::settle(const std::string& uid, std::uint64_t generation, const bind_answer& answer) {
    const auto running = under_way_.find(uid);
    if (running == under_way_.end() || running->second.ticket.generation != generation) {
        return;  // settled by an earlier answer
    }
    switch (answer.outcome) {
        case bind_outcome::bound:
            known_.ledger.bound(running->second.ticket);
            known_.pending.forget(uid);
            answer_all(uid, "");
            return;
        case bind_outcome::refused:
            known_.ledger.forget(running->second.ticket);
            answer_all(uid, answer.message);
            return;
        case bind_outcome::unknown: break;
    }
    running->second.last_message = answer.message;
    const auto delay = running->second.next_retry;
    running->second.next_retry = std::min(settings_.last_retry, 2 * delay);
    running->second.retry = timers_.after(delay, [this, uid, generation] { try_again(uid, generation); });
}

void binder::try_again(const std::string& uid, std::uint64_t generation) {
    const auto running = under_way_.find(uid);
    if (running == under_way_.end() || running->second.ticket.generation != generation) {
        return;
    }
    if (still_reserved(running->second)) {
        write(uid);
        return;
    }
    const auto held = known_.ledger.find_pod(uid);  // an event has settled it meanwhile
    const bool here = held && held->node == running->second.order.pod.node;
    answer_all(uid, here ? "" : "the pod was deleted or bound elsewhere while its binding was under way");
}

void binder::answer_all(const std::string& uid, const std::string& error) {
    const auto finished = under_way_.extract(uid);
    for (const auto& [number, waiting] : finished.mapped().waiting) {
        waiting.done(error);
    }
}

bool binder::still_reserved(const attempt& on) const {
    const auto held = known_.ledger.find_pod(on.ticket.uid);
    return held && held->generation == on.ticket.generation && held->state == claim_state::reserved;
}

}  // namespace berth::verbs
