/** The height of a row, of the tree and of the canvas beside it. */
export const ROW_PX = 24
