import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { PAGES } from './paths.ts'

export interface BundleOptions {
  /** File in clients/pages without its ending. */
  readonly page: string
  /** Package that `sentry-browser` stands for in the page. */
  readonly sdk?: string
}

/** One classic script with everything in it, as a site without code splitting would serve it. */
export async function bundle(options: BundleOptions): Promise<string> {
  const build = await rolldown({
    input: join(PAGES, `${options.page}.ts`),
    platform: 'browser',
    logLevel: 'silent',
    resolve: { alias: options.sdk === undefined ? {} : { 'sentry-browser': options.sdk } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  try {
    const { output } = await build.generate({ format: 'iife' })
    return output[0].code
  } finally {
    await build.close()
  }
}
