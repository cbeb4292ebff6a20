"""bench/run growth"""
TARGETS=[]
