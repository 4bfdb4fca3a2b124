import { createFirstOwner, getSetup } from '@hindcast/contract/setup.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'

export function serveSetup(serve: Serve, { commands }: ApiDeps): void {
  serve(getSetup, async () => ({ needed: await commands.setupNeeded() }))
  serve(createFirstOwner, async ({ body }) => commands.createFirstOwner(body))
}
