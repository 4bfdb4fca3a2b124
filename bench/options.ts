import { parseArgs } from 'node:util'

const PARTS = [
  'accept',
  'searching',
  'load',
  'maps',
  'scrub',
  'stream',
  'lookup',
  'verdict',
  'screens',
  'spans',
  'routes',
  'cost',
] as const
type Part = (typeof PARTS)[number]

const USAGE = `npm run bench -- [--quick] [--scaled] [--only=PART,PART]

  --quick   smaller stores and one round: minutes instead of an hour
  --scaled  the same figures with PostgreSQL, ClickHouse and S3 in a second column
  --only    some parts alone: ${PARTS.join(', ')}`

export interface BenchOptions {
  readonly isQuick: boolean
  readonly isScaled: boolean
  readonly isWanted: (part: Part) => boolean
}

/** Ends the process where they ask for help or cannot be understood: a whole run by mistake takes an hour. */
export function readOptions(): BenchOptions {
  try {
    return parseOptions()
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n${USAGE}`)
  }
}

function parseOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      scaled: { type: 'boolean' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) return end(0, USAGE)
  const only = values.only?.split(',') ?? PARTS
  const unknown = only.find((part) => !PARTS.some((known) => known === part))
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”.`)
  return {
    isQuick: values.quick === true,
    isScaled: values.scaled === true,
    isWanted: (part) => only.includes(part),
  }
}

function end(code: number, text: string): never {
  console.log(text)
  process.exit(code)
}
