import { getSession } from '@hindcast/contract/people/session.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveSession(serve: Serve, { accounts, access, ownProject, publicUrl, now }: ApiDeps): void {
  serve(getSession, async ({ principal, request }) => {
    const at = new Date(now()).toISOString()
    const session = await accounts.session(request.headers)
    if (session === undefined) throw new AppError('unauthenticated', 'Sign in first.')
    const organizations = await access.organizations(principal)
    return {
      user: { id: session.user.id, email: session.user.email, name: session.user.name },
      organizations: organizations.map(({ id, slug, name }) => ({
        id,
        slug,
        name,
        role: principal.roles?.get(id) ?? '',
      })),
      scopes: [...principal.scopes],
      publicUrl: publicUrl(),
      tracesTo: ownProject.tracesTo(),
      at,
    }
  })
}
