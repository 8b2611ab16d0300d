"""Where the kernels that come compiled are kept and made."""
