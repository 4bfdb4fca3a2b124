import { createHash } from 'node:crypto'
import type { S3mini } from 's3mini'
import { AppError } from '#domain/app-error.ts'
import { DamagedBlob, isBlobAddress, type BlobStore } from '#stores/blobs/blobs.ts'
import type { Bucket } from './bucket.ts'

/** A bucket that does not answer is given up, so that whoever waits for it hears why. */
const WAIT_MS = 30_000
const PAGE = 1000

/** Blobs of one kind in a bucket, as `PREFIX/KIND/<address>`. Any number of processes may have it open. */
export function openS3BlobStore(bucket: Bucket, kind: string): BlobStore {
  let client: Promise<S3mini> | undefined
  const ask = <T>(question: (s3: S3mini) => Promise<T>) =>
    asked(bucket, async () => question(await (client ??= connect(bucket))))
  const folder = `${bucket.prefix}${kind}/`

  return {
    async put(bytes) {
      const blob = createHash('sha256').update(bytes).digest('hex')
      const name = folder + blob
      await ask(async (s3) => {
        // An object appears as a whole, so one that is there is complete.
        if ((await s3.objectExists(name)) !== true) await s3.putObject(name, Buffer.from(bytes))
      })
      return blob
    },
    async get(blob) {
      if (!isBlobAddress(blob)) return undefined
      const read = await ask((s3) => s3.getObjectArrayBuffer(folder + blob))
      if (read === null) return undefined
      const bytes = Buffer.from(read)
      if (createHash('sha256').update(bytes).digest('hex') !== blob)
        throw new DamagedBlob(blob, `in ${bucket.address}`)
      return bytes
    },
    async delete(blob) {
      if (isBlobAddress(blob)) await ask((s3) => s3.deleteObject(folder + blob))
    },
    async stats() {
      let blobs = 0
      let bytes = 0
      let page: string | undefined
      do {
        const listed = await ask((s3) => s3.listObjectsPaged('/', folder, PAGE, page))
        for (const { Size } of listed?.objects ?? []) {
          blobs += 1
          bytes += Size
        }
        page = listed?.nextContinuationToken
      } while (page !== undefined)
      return { blobs, bytes }
    },
  }
}

/** Whether the bucket is there and the key opens it. Throws `store_unavailable` where not. */
export async function checkBucket(bucket: Bucket): Promise<void> {
  const probe = openS3BlobStore(bucket, 'check')
  const blob = await probe.put(Buffer.from('hindcast'))
  await probe.get(blob)
  await probe.delete(blob)
}

/** Loaded with the first question: most installations have no bucket. */
async function connect({ address, region, keyId, key }: Bucket): Promise<S3mini> {
  const { S3mini } = await import('s3mini')
  return new S3mini({
    endpoint: address,
    region,
    accessKeyId: keyId,
    secretAccessKey: key,
    requestAbortTimeout: WAIT_MS,
  })
}

async function asked<T>({ address }: Bucket, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('store_unavailable', `The bucket ${address} can’t be used: ${reason}`, { cause })
  }
}
