import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

/** Finds a program on the path, or installs Debian's package of that name where that is possible. */
export async function bringDebianProgram(name: string, say: (line: string) => void): Promise<string> {
  const found = onPath(name) ?? ((await installFromDebian(name, say)) ? onPath(name) : undefined)
  if (found === undefined)
    throw new Error(`${name} was not found; install it with \`sudo apt-get install ${name}\`.`)
  return found
}

/** Whether it could be tried. */
export async function installFromDebian(name: string, say: (line: string) => void): Promise<boolean> {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false
  say(`installing ${name} (apt-get install ${name}, once) …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, loud: true })
  const install = ['install', '-y', '-qq', '--no-install-recommends', name]
  const { code, stdout, stderr } = await run('apt-get', install, { env })
  if (code !== 0) throw new Error(`apt-get could not install ${name}:\n${stdout.slice(-2000)}${stderr}`)
  say(`${name} is installed`)
  return true
}

export function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
