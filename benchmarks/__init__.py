"""What is measured, and the programs that measure it: ``python -m benchmarks.NAME`` in the checkout.

Speed is never asserted in a test. All figures are CPU time (user and system), since the machines they are
taken on are shared; what is compared alternates in one run.
"""
