import type { Frame } from '#domain/events/error-event.ts'
import type { Words } from './words.ts'

/** Safari hides the address of an extension behind the last one. */
const SCHEME = /^(?:chrome|moz|safari|safari-web|ms-browser|webkit-masked-url)(?:-extension)?:\/\//i

/** What extensions say about themselves. */
const EXTENSION =
  /^(?:Extension context invalidated|A listener indicated an asynchronous response by returning true|Could not establish connection\. Receiving end does not exist|The message port closed before a response was received|Attempting to use a disconnected port object|Invalid call to runtime\.|(?:Cannot|can't) redefine property: ethereum|MetaMask: )/i

/** Names that browsers, wallets, toolbars and apps with a browser inside put into every page. */
const NAMES =
  /\b(?:__gCrWeb|__firefox__|_AutofillCallbackHandler|zaloJSV2|instantSearchSDKJSBridge\w*|webkit\.messageHandlers|originalCreateNotification|MyApp_RemoveAllHighlights|atomicFindClose|fb_xd_fragment|bmi_SafeAddOnload|EBCallBackMessageReceived|conduitPage|PaymentAutofillConfig|pktAnnotationHighlighter|ceCurrentVideo|DarkReader|xbrowser|vid_mate_check|ucbrowser_script|SymBrowser_\w+|ibFindAllVideos|window\.ethereum\.selectedAddress|solana(?:Actions)?ContentScript|Java object is gone|Object Not Found Matching Id:\d+)\b|^Cannot set property (?:ethereum|tron\w*) of #<Window>/

export function saysInjected({ text }: Words): boolean {
  return EXTENSION.test(text) || NAMES.test(text.slice(0, 500))
}

export function isExtensionFrame({ absPath, filename }: Frame): boolean {
  return SCHEME.test(absPath ?? filename ?? '')
}

/** Every frame that has a file is in an extension. */
export function isExtensionStack(frames: readonly Frame[]): boolean {
  const placed = frames.filter(isPlaced)
  return placed.length > 0 && placed.every(isExtensionFrame)
}

/** The failing code is in an extension, although the application led to it, as when one replaces `fetch`. */
export function failedInExtension(frames: readonly Frame[]): boolean {
  const thrown = frames.findLast(isPlaced)
  return thrown !== undefined && isExtensionFrame(thrown)
}

function isPlaced({ absPath, filename }: Frame): boolean {
  const file = absPath ?? filename ?? ''
  return file !== '' && !file.startsWith('<') && file !== '[native code]' && file !== 'native'
}
