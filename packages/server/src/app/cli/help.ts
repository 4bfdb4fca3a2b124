import type { Command } from './commands.ts'

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, summary }) => `  hindcast ${usage.padEnd(width)}  ${summary}`)
  return [
    'Hindcast: see what your users saw.',
    '',
    ...lines,
    '',
    'hindcast COMMAND --help explains one command.',
  ].join('\n')
}

export function helpFor({ usage, summary, flags }: Command): string {
  const width = Math.max(...Object.keys(flags).map((name) => name.length))
  const lines = Object.entries(flags).map(([name, flag]) => `  --${name.padEnd(width)}  ${flag.about}`)
  return [`hindcast ${usage}`, '', summary, '', ...lines].join('\n')
}
