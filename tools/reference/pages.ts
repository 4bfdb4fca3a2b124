import { join, resolve } from 'node:path'
import { PROBLEM_STATUS } from '../../packages/server/src/api/http/problem.ts'
import { COMMANDS } from '../../packages/server/src/app/cli/commands.ts'
import { DROP_REASONS } from '../../packages/server/src/domain/intake/outcome.ts'
import { INGEST_ROUTES } from '../../packages/server/src/ingest/http/route.ts'
import { readTranslations } from '../../packages/web/vite/messages.ts'
import { commandsTable } from '../commands.ts'
import { screensTable } from '../screens.ts'
import { objectsPage, permissionsPage, requestsPage } from './api.ts'
import { limitRows } from './limits.ts'
import type { Page } from './page.ts'
import { sentryPage } from './sentry.ts'

const WEB = join(resolve(import.meta.dirname, '../..'), 'packages/web')

/** English messages by the screen that shows them. */
export type Messages = Iterable<readonly [area: string, texts: Iterable<string>]>

/** Every page of the reference, in the order of its index. */
export function referencePages(messages: Messages): readonly Page[] {
  return [
    screensPage(),
    requestsPage(),
    sentryPage(),
    objectsPage(),
    permissionsPage(),
    ingestPage(),
    errorsPage(),
    limitsPage(),
    commandLinePage(),
    messagesPage(messages),
  ]
}

function screensPage(): Page {
  return {
    name: 'screens',
    title: 'Screens and shortcuts',
    about:
      'Every screen with its address, and every command with its shortcut. `$mod` is Ctrl, or ⌘ on a Mac.',
    sections: [
      { title: 'Screens', table: screensTable() },
      { title: 'Commands', table: commandsTable() },
    ],
  }
}

function ingestPage(): Page {
  return {
    name: 'ingest',
    title: 'Ingest',
    about: 'Where SDKs send, under any path prefix.',
    sections: [
      {
        title: 'Addresses',
        table: {
          head: ['Address', 'Accepts'],
          rows: INGEST_ROUTES.map(({ methods, pattern, about }) => [`\`${methods} ${pattern}\``, about]),
        },
      },
    ],
  }
}

function errorsPage(): Page {
  return {
    name: 'errors',
    title: 'Errors and drop reasons',
    about: 'Why something was not stored, and what the API answers when it refuses.',
    sections: [
      {
        title: 'Drop reasons',
        about:
          'Ingest answers with the reason in the field detail, and the intake page counts requests and items by it.',
        table: {
          head: ['Reason', 'Meaning'],
          rows: Object.entries(DROP_REASONS).map(([name, about]) => [`\`${name}\``, about]),
        },
      },
      {
        title: 'API errors',
        about:
          'Errors are `{ code, message }`. An unexpected one is a 500 with a digest, which is also in the log.',
        table: {
          head: ['Code', 'Status'],
          rows: Object.entries(PROBLEM_STATUS).map(([code, status]) => [`\`${code}\``, String(status)]),
        },
      },
    ],
  }
}

function limitsPage(): Page {
  return {
    name: 'limits',
    title: 'Limits',
    about:
      'Every limit of the server, with its reason. Two can be configured: `spool.totalBytes` (HINDCAST_SPOOL_LIMIT_MB) and `spool.reserveBytes` (HINDCAST_SPOOL_RESERVE_MB).',
    sections: [{ title: 'Limits', table: { head: ['Limit', 'Value', 'Reason'], rows: limitRows() } }],
  }
}

function commandLinePage(): Page {
  return {
    name: 'command-line',
    title: 'Command line',
    about: 'Commands work while the server runs, and while it does not.',
    sections: [
      {
        title: 'Commands',
        table: {
          head: ['Command', 'Does'],
          rows: COMMANDS.map(({ usage, summary }) => [`\`hindcast ${usage}\``, summary]),
        },
      },
    ],
  }
}

function messagesPage(messages: Messages): Page {
  const german = readTranslations(WEB)
  const areas = [...messages]
    .map(([area, texts]) => [area, [...texts].toSorted()] as const)
    .filter(([, texts]) => texts.length > 0)
  return {
    name: 'messages',
    title: 'Messages',
    about:
      'Every message that the pages can show, in both languages, by screen. shell: shared by all screens; entry: shown when nothing else arrives.',
    sections: areas
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([area, texts]) => ({
        title: area,
        table: {
          head: ['English', 'German'],
          rows: texts.map((text) => [text, german[text] ?? '']),
        },
      })),
  }
}
