"""The programs that measure speed and memory: ``python -m benchmarks.NAME`` in a checkout.

No test depends on speed. All times are CPU times (user and system) unless a program says otherwise, because
other programs run on the same machines. Programs that are compared take turns in one run.
"""
