import type { BlobStore } from '#stores/blobs/blobs.ts'

type Reader = Pick<BlobStore, 'get'>

/** Blobs that were stored in the data folder before the bucket was set up are still read from there. */
export function withEarlierFiles<Store extends Reader>(store: Store, files: Reader): Store {
  return {
    ...store,
    async get(address: string) {
      return (await store.get(address)) ?? files.get(address)
    },
  }
}
