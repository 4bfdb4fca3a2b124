/** What can be broken, in the words of the visitor and of what shows. Every address fails when it is opened. */
export const ON_THE_SERVER = [
  ['/break/bare/7', 'A page without an error page of its own', 'the built-in page with a number'],
  ['/break/boundary/7', 'A page with an error page of its own', 'our error page with a number'],
  ['/break/suspense/7', 'A part of a page that comes later', 'the page, then our error page with a number'],
  ['/break/metadata/7', 'The title of a page', 'our error page with a number'],
  ['/break/reported/7', 'A page that reports its error itself', 'the built-in page with a number'],
  ['/break/wrapped/7', 'A page that the SDK wraps', 'the built-in page with a number'],
  ['/break/swallowed/7', 'A missing page that was caught', 'a page, as if nothing had happened'],
  ['/break/server-render', 'A component, only while the server renders it', 'a page that recovers'],
  ['/break/both-sides', 'A component, on the server and in the browser', 'our error page without a number'],
  ['/break/handler', 'A route handler', 'a blank error 500'],
  ['/gift-cards/broken', 'A page of the Pages Router', 'the error page of the Pages Router'],
  ['/break/proxy', 'The proxy in front of all pages', 'a blank error 500'],
]

export const ACTIONS = [
  ['/break/form-action', 'Pay with a form', 'our error page with a number'],
  ['/break/transition-action', 'Pay with a button that waits', 'our error page with a number'],
  ['/break/forgotten-action', 'Pay with a button that does not wait', 'nothing at all'],
  ['/break/wrapped-action', 'Pay with an action that the SDK wraps', 'the built-in page with a number'],
]

export const IN_THE_BROWSER = [
  ['/break/render', 'A component while it renders', 'our error page without a number'],
  ['/break/effect', 'A component after it was shown', 'our error page without a number'],
  ['/break/hydration', 'Server and browser disagree about a text', 'a page that recovers'],
  ['/break/translated', 'The browser translates the page', 'our error page without a number'],
  ['/break/old-tab', 'A tab that is older than the deployment', 'our error page without a number'],
]
