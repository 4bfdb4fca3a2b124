import { join, resolve } from 'node:path'
import { collectMessages, readTranslations } from '../packages/web/vite/messages.ts'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web')

/** Every message the pages can show, in both languages, by the screen that says it. */
export async function messagesPage(): Promise<string> {
  const german = readTranslations(WEB)
  const areas = [...(await collectMessages(WEB))].filter(([, texts]) => texts.size > 0)
  const parts = areas
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([area, texts]) => {
      const rows = [...texts].toSorted().map((text) => `| ${cell(text)} | ${cell(german[text] ?? '')} |`)
      return [`## ${area}`, '', '| English | German |', '| --- | --- |', ...rows].join('\n')
    })
  return [
    '# Messages',
    '',
    'Every message the pages can show a person, by the screen that says it (`shell`: what all screens share; `entry`: what is said',
    'when nothing else arrives). Written by `npm run spec` from the sources; a test fails when they differ. What the server says is in',
    'point 8 of the [specification](specification.md).',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}
