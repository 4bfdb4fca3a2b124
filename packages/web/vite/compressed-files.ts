import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pages are not among them: the server writes the language into them. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|txt|webmanifest)$/
const LEAST_BYTES = 1024
/** 11 takes three times as long for two per cent. */
const BROTLI_QUALITY = 10

/** Puts `.br` and `.gz` beside each built file, so that no reader waits for a better compression than the server has time for. */
export function compressedFiles(): Plugin {
  let outDir = ''
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        // What the bundler says about the build is not served to browsers.
        .filter((file) => !relative(outDir, file).startsWith('.'))
      await Promise.all(files.map(compress))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < LEAST_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${file}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
}
