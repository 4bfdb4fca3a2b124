import type { InferOutput } from 'valibot'
import {
  sentryDebugSourceMaps,
  sentryDebugSourceMapsFully,
  type SentrySourceMapDebug,
} from '@hindcast/contract/sentry/source-map-debug.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { FrameMap } from '#domain/source-maps/mapped-frame.ts'
import type { EventReport } from '#product/events/query/events.ts'
import type { EventUploads, FrameUploads, Lookup } from '#product/source-maps/query/frame-uploads.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { plainId } from '#api/sentry/events.ts'
import { scrapingOf } from './scraping.ts'
import { sdkSupport } from './sdk-support.ts'

type Debug = InferOutput<typeof SentrySourceMapDebug>

interface Asked {
  readonly exception_idx?: number | undefined
  readonly frame_idx?: number | undefined
}

const RESULTS: Readonly<Record<Lookup, 'found' | 'wrong-dist' | 'unsuccessful'>> = {
  found: 'found',
  wrong_dist: 'wrong-dist',
  nothing: 'unsuccessful',
}

/** What is known of the source map of each frame. */
export function serveSentrySourceMapDebug(serve: Serve, { access, queries }: ApiDeps): void {
  interface Call {
    readonly principal: Principal
    readonly params: { readonly organization: string; readonly project: string; readonly event: string }
    readonly query: Asked
  }
  async function debug({ principal, params, query }: Call): Promise<Debug> {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const report = await queries.projectEvent(project, plainId(params.event))
    return debugOf(report, await queries.frameUploads(project, report.event), query)
  }
  serve(sentryDebugSourceMaps, debug)
  serve(sentryDebugSourceMapsFully, debug)
}

function debugOf({ event, stacks }: EventReport, uploads: EventUploads, asked: Asked): Debug {
  const { support, since } = sdkSupport(event.sdk)
  const maps = stacks.exceptions.map((stack) => stack.map(({ map }) => map))
  const exceptions = event.exceptions.map(({ frames }, index) => ({
    frames: frames.map(({ absPath }, place) =>
      debugFrame(absPath, uploads.exceptions[index]![place]!, maps[index]?.[place]),
    ),
  }))
  return {
    dist: event.dist ?? null,
    release: event.release ?? null,
    exceptions,
    has_debug_ids: event.debugImages.length > 0,
    min_debug_id_sdk_version: since,
    sdk_version: event.sdk?.version ?? null,
    project_has_some_artifact_bundle: uploads.hasAny,
    release_has_some_artifact: uploads.hasAnyOfRelease,
    has_uploaded_some_artifact_with_a_debug_id: uploads.hasAnyWithId,
    sdk_debug_id_support: support,
    has_scraping_data: maps.flat().some(({ fetch }) => fetch !== undefined && fetch !== 'off'),
    errors: errorsOf({ event, maps }, asked),
  }
}

function debugFrame(
  absPath: string | undefined,
  { debugId, scriptWithId, mapWithId, release }: FrameUploads,
  map: FrameMap | undefined,
): Debug['exceptions'][number]['frames'][number] {
  return {
    debug_id_process: {
      debug_id: debugId ?? null,
      uploaded_source_file_with_correct_debug_id: scriptWithId,
      uploaded_source_map_with_correct_debug_id: mapWithId,
    },
    release_process:
      release === undefined
        ? null
        : {
            abs_path: absPath ?? '',
            matching_source_file_names: [...release.names],
            matching_source_map_name: release.mapName ?? null,
            source_map_reference: release.reference ?? null,
            source_file_lookup_result: RESULTS[release.script],
            source_map_lookup_result: RESULTS[release.map],
          },
    scraping_process: scrapingOf(absPath ?? '', map),
  }
}

interface Mapped {
  readonly event: EventReport['event']
  /** Without those that took too long to find. */
  readonly maps: ReadonlyArray<readonly FrameMap[]>
}

function errorsOf({ event, maps }: Mapped, { exception_idx: exception, frame_idx: frame }: Asked) {
  if ((exception === undefined) !== (frame === undefined))
    throw new AppError('invalid_input', 'exception_idx, frame_idx: one needs the other.')
  if (exception !== undefined && event.exceptions[exception]?.frames[frame!] === undefined)
    throw new AppError('invalid_input', 'frame_idx: the event has no such frame.')
  return event.exceptions.flatMap(({ frames }, index) =>
    frames.flatMap(({ absPath }, place) => {
      const isAsked = exception === undefined || (exception === index && frame === place)
      const map = maps[index]?.[place]
      if (!isAsked || map?.fix === undefined) return []
      const { state, fix, nearest, codes } = map
      const data = { absPath: absPath ?? null, exception: index, frame: place, fix: codes?.fix.code ?? null }
      return [
        {
          type: state,
          message: nearest === undefined ? fix : `${fix} (${nearest})`,
          data: { ...data, nearest: codes?.nearest?.code ?? null },
        },
      ]
    }),
  )
}
