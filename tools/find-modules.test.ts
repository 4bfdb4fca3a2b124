import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'packages/server/src')
const COMPILE_CACHE = join(ROOT, 'packages/server/bin/compile-cache.js')

/** Prints what each import of each source file stands for. */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { pathToFileURL } from 'node:url'
  const find = (specifier, from) => {
    try {
      return import.meta.resolve(specifier, from)
    } catch (error) {
      return error.code
    }
  }
  for (const name of readdirSync(process.argv[1], { recursive: true }))
    if (name.endsWith('.ts')) {
      const file = process.argv[1] + '/' + name
      for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|}) .*?'([^']+)'$/gm))
        console.log(name, specifier, find(specifier, pathToFileURL(file).href))
    }`

function foundWith(flags: readonly string[]): readonly string[] {
  const args = [...flags, '--experimental-import-meta-resolve', '--input-type=module', '-e', PROGRAM, SOURCES]
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, args, options)
  expect(status, stderr).toBe(0)
  return stdout.trim().split('\n')
}

it('[AR12] a server finds every module where Node would', async () => {
  const { FIND_MODULES } = (await import(COMPILE_CACHE)) as { readonly FIND_MODULES: readonly string[] }
  const usual = foundWith([])
  expect(usual.length).toBeGreaterThan(4000)
  expect(foundWith(FIND_MODULES)).toEqual(usual)
})
