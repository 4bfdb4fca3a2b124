import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { readSignInSearch } from '#product/search-params.ts'
import { NotFound, screen } from './screen.ts'
import { ScreenError } from './screen-error.tsx'
import { sendMembersOn } from './visitor.ts'

export const root = createRootRoute({
  component: Outlet,
  errorComponent: ScreenError,
  notFoundComponent: NotFound,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  beforeLoad: sendMembersOn,
  component: screen('sign-in', () => import('#features/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: screen(
    'sign-in',
    () => import('#features/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: screen(
    'sign-in',
    () => import('#features/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: screen('setup', () => import('#features/setup/setup-page.tsx'), 'SetupPage'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: screen('join', () => import('#features/join/join-page.tsx'), 'JoinPage'),
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: screen('shares', () => import('#features/shares/shared-page.tsx'), 'SharedPage'),
})

/** The components on show are for those who build them: a built installation has neither the page nor its code. */
const forBuilders = () => [
  createRoute({
    getParentRoute: () => root,
    path: '/dev/components',
    component: screen('gallery', () => import('#features/gallery/gallery-page.tsx'), 'GalleryPage'),
  }),
]

/** What can be opened without signing in. */
export const publicRoutes = [
  signIn,
  forgotPassword,
  resetPassword,
  setup,
  join,
  share,
  ...(import.meta.env.DEV ? forBuilders() : []),
] as const
