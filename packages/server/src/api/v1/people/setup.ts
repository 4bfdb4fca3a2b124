import { createFirstOwner, getSetup } from '@hindcast/contract/people/setup.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveSetup(serve: Serve, { commands, ownProject, people }: ApiDeps): void {
  serve(getSetup, async () => ({
    needed: await commands.setupNeeded(),
    reportTo: ownProject.reportTo(),
    sendsMail: people.sendsMail(),
  }))
  serve(createFirstOwner, async ({ body }) => commands.createFirstOwner(body))
}
