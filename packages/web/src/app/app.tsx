import { getSession } from '@hindcast/contract/session.ts'
import { getSetup } from '@hindcast/contract/setup.ts'
import { useEffect } from 'react'
import { SetupPage } from '../features/setup/setup-page.tsx'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { call, CallError } from '../lib/call.ts'
import { go, usePath } from '../lib/location.ts'
import { useResource } from '../lib/resource.ts'
import { signedOut } from '../lib/signed-out.ts'
import { Brand } from '../ui/brand.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Banner } from './banner.tsx'
import { SignedIn } from './signed-in.tsx'

/** What the server says decides the screen; the address stays, so that signing in leads to the page that was asked for. */
export function App() {
  const path = usePath()
  const visitor = useResource('visitor', loadVisitor)
  useEffect(() => signedOut.subscribe(visitor.reload), [visitor.reload])
  const enter = () => {
    if (path === '/setup' || path === '/sign-in') go('/', 'replace')
    visitor.reload()
  }
  if (visitor.data === undefined && visitor.error !== undefined) throw visitor.error

  if (visitor.data?.kind === 'member')
    return <SignedIn session={visitor.data.session} onLeave={visitor.reload} />
  return (
    <>
      <header className="bar">
        <Brand />
      </header>
      <Banner />
      {visitor.data === undefined && <FirstLoad />}
      {visitor.data?.kind === 'nobody yet' && <SetupPage onSignedIn={enter} />}
      {visitor.data?.kind === 'stranger' && <SignInPage linkUsed={path === '/setup'} onSignedIn={enter} />}
    </>
  )
}

async function loadVisitor(signal: AbortSignal) {
  const { needed } = await call(getSetup, {}, signal)
  if (needed) return { kind: 'nobody yet' } as const
  try {
    return { kind: 'member', session: await call(getSession, {}, signal) } as const
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return { kind: 'stranger' } as const
    throw error
  }
}

function FirstLoad() {
  return (
    <main className="alone" aria-busy="true">
      <h1 className="visually-hidden">Loading…</h1>
      <Skeleton width={160} height={24} />
      <Skeleton />
      <Skeleton width="60%" />
    </main>
  )
}
