// Any text: never throws, never crashes, never takes long; a cluster that was taken has nodes and fills a
// ledger that has no drift, and what was not taken says why.
#include "extender/standalone/cluster.hpp"

#include "test/fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    const auto cluster = standalone::read_cluster(test::text_of(data, size), {});
    for (const auto& problem : cluster.problems) {
        test::must(!problem.problem.empty());
    }
    if (cluster.problems.empty()) {
        test::must(!cluster.nodes.empty());
        verbs::books books;
        standalone::load(books, {}, cluster, 1'893'499'200);
        test::must(books.ledger.audit().empty());
    }
    return 0;
}
