"""bench/run instructions"""
TARGETS=[]
