import type { S3mini } from 's3mini'
import { AppError } from '#domain/app-error.ts'
import type { Bucket } from './bucket.ts'

/** A bucket that does not answer is given up, so that whoever waits for it hears why. */
const WAIT_MS = 30_000

export type AskBucket = <T>(question: (s3: S3mini) => Promise<T>) => Promise<T>

/** Its failures name the bucket, and are `store_unavailable`. */
export function askBucket(bucket: Bucket): AskBucket {
  let client: Promise<S3mini> | undefined
  return async (question) => {
    try {
      return await question(await (client ??= connect(bucket)))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('store_unavailable', `The bucket ${bucket.address} can’t be used: ${reason}`, {
        cause,
      })
    }
  }
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

const PAGE = 1000

/** Names, sizes and times of the objects whose names begin so. */
export async function* objectsOf(
  ask: AskBucket,
  prefix: string,
): AsyncGenerator<{ readonly name: string; readonly size: number; readonly at: number }> {
  let page: string | undefined
  do {
    const listed = await ask((s3) => s3.listObjectsPaged('/', prefix, PAGE, page))
    for (const { Key, Size, LastModified } of listed?.objects ?? [])
      yield { name: Key, size: Size, at: LastModified.getTime() }
    page = listed?.nextContinuationToken
  } while (page !== undefined)
}

/** Removes objects that were last written before the moment; answers how many. */
export async function expireObjects(ask: AskBucket, prefix: string, before: number): Promise<number> {
  let expired = 0
  for await (const { name, at } of objectsOf(ask, prefix)) {
    if (at >= before) continue
    await ask((s3) => s3.deleteObject(name))
    expired += 1
  }
  return expired
}
