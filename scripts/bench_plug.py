"""``kvlesson.BlockTables`` behind the interface of the block-manager benchmark: True or False instead of an exception."""

from kvlesson.bookkeeping import BlockTables, OutOfBlocks


class Plug:
    def __init__(self, num_blocks, block_size):
        self.books = BlockTables(num_blocks, block_size)

    def add_request(self, rid, prompt_len):
        if not self.books.fits_now(prompt_len):
            return False
        self.books.add_request(rid)
        self.books.extend(rid, prompt_len)
        return True

    def append(self, rid):
        try:
            self.books.append(rid)
        except OutOfBlocks:
            return False
        return True

    def free(self, rid):
        self.books.free(rid)

    def num_free(self):
        return self.books.num_free

    def table(self, rid):
        return self.books.tables[rid]
