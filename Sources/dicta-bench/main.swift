// Room: dicta-bench.
