/**
 * Whether each method of a port reads or writes. What is missing here does not compile, and cannot be called from another
 * thread. Only a read may be broken off: half of a write is nobody's wish.
 */
export type Methods<Port> = Readonly<Record<keyof Port, 'read' | 'write'>>
