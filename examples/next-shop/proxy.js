import { wrapMiddlewareWithSentry } from '@sentry/nextjs'
import { NextResponse } from 'next/server'

// A build of Turbopack would not report its errors otherwise.
export const proxy = wrapMiddlewareWithSentry((request) => {
  const { pathname } = request.nextUrl
  if (pathname === '/today') return NextResponse.rewrite(new URL('/products/lantern', request.url))
  if (pathname.startsWith('/_next/')) return new NextResponse('', { status: 404 })
  throw new Error('the sign-in service is away')
})

export const config = {
  matcher: [
    '/today',
    '/break/proxy',
    // A tab that is older than the deployment asks for scripts that are gone.
    { source: '/_next/static/chunks/:path*', has: [{ type: 'cookie', key: 'old-tab' }] },
  ],
}
