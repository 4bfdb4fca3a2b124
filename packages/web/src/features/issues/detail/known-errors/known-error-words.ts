import type { Recognised } from '@hindcast/contract/events/known-errors.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Explained = Pick<Recognised, 'title' | 'about' | 'confirm' | 'fix'>
type Words = Readonly<Record<keyof Explained, MessageDescriptor>>

/** Braces of a message would name a value. */
const SPAN = '<span>{text}</span>'

const WORDS: Readonly<Record<Recognised['explanation'], Words>> = {
  chunk_load_error: {
    title: msg`Code did not load`,
    about: msg`The page asked for a script or style sheet of its own build and did not get it.`,
    confirm: msg`Compare the release of the event with the newest one: an older release means that a deployment removed the file while the page was open. The same release and few users mean a bad connection or a blocker.`,
    fix: msg`Keep the files of earlier builds available after a deployment, and reload the page once when this happens (\`vite:preloadError\`, \`error.tsx\`, or Next.js’ \`deploymentId\`).`,
  },
  hydration_mismatch: {
    title: msg`Server and browser rendered different things`,
    about: msg`React found HTML from the server that differs from what it renders in the browser, and rendered it anew.`,
    confirm: msg`Look at the routes: one route is a bug of its own; spread thinly over many it is usually a browser extension or a translation. A development build shows the difference.`,
    fix: msg`Do not render dates, locale formats, random values or \`typeof window\` branches during the first render; move them into an effect, or mark the element with \`suppressHydrationWarning\`. Check for invalid nesting such as <div> in <p>.`,
  },
  server_render_error: {
    title: msg`It failed on the server`,
    about: msg`The server failed while rendering, and the browser was only told that it did.`,
    confirm: msg`Open the event of the server: it has the same digest or the same trace, and the real message and stack.`,
    fix: msg`Fix the error of the server. If it never arrives here, report it from \`onRequestError\` in \`instrumentation.ts\`.`,
  },
  failed_server_action: {
    title: msg`A Server Action did not reach its code`,
    about: msg`The browser called a Server Action that the server it reached does not know or refused.`,
    confirm: msg`Compare the release of the event with the newest one. An older one: the tab was open during a deployment. The same: several servers run different builds, or a proxy changes the request.`,
    fix: msg`Build once and deploy the same build everywhere, set \`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY\` and \`deploymentId\`, and offer a reload when an action is not found.`,
  },
  leaked_control_flow: {
    title: msg`A redirect or not-found was caught as an error`,
    about: msg`Next.js and React interrupt rendering by throwing; here application code caught what was meant for them.`,
    confirm: msg`Look for a try/catch, or a promise’s catch, around the call at the top of the stack.`,
    fix: msg`Call \`redirect()\`, \`notFound()\` or \`use()\` outside of try/catch, or pass the error on with \`unstable_rethrow(error)\` first thing in the catch.`,
  },
  resize_observer_loop: {
    title: msg`ResizeObserver loop`,
    about: msg`A ResizeObserver changed sizes again while it was told about sizes; the browser goes on in the next frame.`,
    confirm: msg`Nothing is broken on the page. There is no stack, and the message is always the same.`,
    fix: msg`Ignore it. To be rid of it, change sizes inside \`requestAnimationFrame\`, or filter the message.`,
  },
  script_error: {
    title: msg`Script error without details`,
    about: msg`A script from another origin failed, and the browser does not say more about scripts of others.`,
    confirm: msg`The message is “Script error.” and there is no stack.`,
    fix: msg`If the script is yours, load it with \`crossorigin="anonymous"\` and send \`Access-Control-Allow-Origin\` with it. If not, filter the message.`,
  },
  translated_dom: {
    title: msg`Something else changed the page under React`,
    about: msg`React wanted to remove or move a node that is not where it put it, usually because the browser translated the page.`,
    confirm: msg`The stack has only frames of React. Look for \`translated-ltr\` on <html> or <font> elements in the text.`,
    fix: msg`Wrap text that appears and disappears in an element, as in ${SPAN}, or mark the part with \`translate="no"\`.`,
  },
  extension_noise: {
    title: msg`A browser extension failed`,
    about: msg`The error comes from a browser extension, or from code that a browser or app injected into the page.`,
    confirm: msg`The stack leads to an address such as chrome-extension://, or the message names something that is not yours.`,
    fix: msg`Ignore it, or turn on the filter for extensions in the project’s settings.`,
  },
  network_failure: {
    title: msg`A request did not get an answer`,
    about: msg`The connection failed, was ended, or took too long; there was no answer with a status.`,
    confirm: msg`Few users and many addresses: their connections. Many users and one address: that server, its certificate or its CORS headers. An abort while the page is left is normal.`,
    fix: msg`Catch it where the request is made: try again, tell the user, and do not report aborts. If one address stands out, look at that server.`,
  },
  react_error: {
    title: msg`React stopped with an error number`,
    about: msg`React replaces its messages by numbers in production builds; this is what the number stands for.`,
    confirm: msg`Follow the link for the whole message, or repeat it with a development build.`,
    fix: msg`Fix it in the component that the stack or the component stack names first.`,
  },
  early_update: {
    title: msg`An update came before the page was hydrated`,
    about: msg`State changed while React was still taking over the HTML from the server, so it was rendered anew.`,
    confirm: msg`Look for state that is set in an effect or a store subscription right after the page has loaded.`,
    fix: msg`Wrap the update in \`startTransition\`, or delay it until the part it changes is hydrated.`,
  },
}

/** A newer server may know more problems; then its own English sentences have to do. */
export function recognisedWords(said: Explained & Pick<Recognised, 'explanation'>): Explained {
  const words: Words | undefined = WORDS[said.explanation]
  if (words === undefined) return said
  return {
    title: i18n._(words.title),
    about: i18n._(words.about),
    confirm: i18n._(words.confirm),
    fix: i18n._(words.fix),
  }
}
