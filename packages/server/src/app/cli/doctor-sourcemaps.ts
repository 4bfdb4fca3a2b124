import type { MapsResult } from '#app/admin/operations.ts'
import type { LookedFor } from '#domain/source-maps/mapped-frame.ts'
import { FETCH_WORDS } from './fetch-words.ts'
import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { requiredFlag, textFlag } from './required.ts'
import type { Terminal } from './terminal.ts'

type Maps = MapsResult['projects'][number]['maps']

const MARKS = { mapped: 'ok  ', missing: 'FAIL', foreign: 'skip' } as const
const FOREIGN = 'from another site, and nothing similar was uploaded'

export async function doctorSourceMaps({ config, flags, terminal }: Invocation): Promise<number> {
  const project = textFlag(flags, 'project')
  const result = await operate(config, 'doctorSourceMaps', {
    release: requiredFlag(flags, 'release'),
    ...(project === undefined ? {} : { project }),
  })
  if (flags['json'] === true) terminal.print(JSON.stringify(result))
  else for (const { project: slug, maps } of result.projects) print(terminal, slug, maps)
  return result.complete ? 0 : 1
}

function print(terminal: Terminal, project: string, maps: Maps): void {
  const { uploaded, events } = maps
  terminal.print(
    `${project}, release ${maps.release}: ${events} events checked, ${uploaded.scripts} scripts and ${uploaded.maps} source maps uploaded`,
  )
  if (maps.scripts.length === 0) terminal.print('      no event names a script yet')
  for (const { url, verdict, map } of maps.scripts) {
    terminal.print(`${MARKS[verdict]}  ${url}${verdict === 'foreign' ? `  (${FOREIGN})` : ''}`)
    if (verdict !== 'missing') continue
    for (const { by, value, dist, found } of map.looked) {
      terminal.print(`      searched    ${whereOf(by, dist)}  ${value}  found ${found}`)
    }
    if (map.fetch !== undefined) terminal.print(`      on the site ${FETCH_WORDS[map.fetch]}`)
    if (map.nearest !== undefined) terminal.print(`      closest     ${map.nearest}`)
    if (map.fix !== undefined) terminal.print(`      fix         ${map.fix}`)
  }
}

function whereOf(by: LookedFor['by'], dist: string | undefined): string {
  if (by === 'debug_id') return 'debug ID'
  if (by === 'fetch') return 'fetched'
  return dist === undefined ? 'url, no dist' : `url, dist ${dist}`
}
