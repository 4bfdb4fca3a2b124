/**
 * Whether each method of a port reads or writes. A missing method does not compile. Only reads may be aborted,
 * because half a write must not happen.
 */
export type Methods<Port> = Readonly<Record<keyof Port, 'read' | 'write'>>
