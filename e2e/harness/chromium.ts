import { glob } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installFromDebian, isExecutable, onPath } from './debian.ts'

/** Chromium without windows, on which a page takes a third of the processor time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds a Chromium, or installs Debian's where that is possible; otherwise says in one sentence what to do. */
export async function bringChromium(say: (line: string) => void): Promise<string> {
  const named = process.env['HINDCAST_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`HINDCAST_CHROMIUM names ${named}, which is not a program that can be run.`)
  }
  const found = await findChromium()
  if (found !== undefined) return found
  if (await installFromDebian(HEADLESS, say)) {
    const installed = await findChromium()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The browser tests need Chromium and none was found; install it with ' +
      `\`sudo apt-get install ${HEADLESS}\` (or \`npx playwright-core install ${HEADLESS}\`), or name one in HINDCAST_CHROMIUM.`,
  )
}

/** One that is installed; `bringChromium` also looks at the environment. */
export async function findChromium(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = onPath(name)
    if (path !== undefined) return path
  }
  return MAC.find(isExecutable) ?? (await inPlaywrightCache())
}

async function inPlaywrightCache(): Promise<string | undefined> {
  const caches = [join(homedir(), '.cache/ms-playwright'), join(homedir(), 'Library/Caches/ms-playwright')]
  const places = [
    'chromium_headless_shell-*/chrome-*/{chrome-headless-shell,headless_shell}',
    'chromium-*/chrome-linux*/chrome',
    'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
  ]
  const found: string[] = []
  for (const cwd of caches) {
    for await (const path of glob(places, { cwd })) found.push(join(cwd, path))
  }
  // The one without windows is last of the two.
  return found.filter(isExecutable).sort().at(-1)
}
