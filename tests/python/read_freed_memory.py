"""Copies an array of numpy over memory that was given back: under the sanitizer of addresses this program must not end well."""

import ctypes

import numpy as np

BYTES = 800
system = ctypes.CDLL(None)
system.malloc.argtypes, system.malloc.restype = [ctypes.c_size_t], ctypes.c_void_p
system.free.argtypes, system.free.restype = [ctypes.c_void_p], None

address = system.malloc(BYTES)
array = np.frombuffer((ctypes.c_char * BYTES).from_address(address))
system.free(address)
array.tobytes()
