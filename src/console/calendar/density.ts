/** What the rows of the grid show: who stays, or what each night costs. */
const densities = ['stays', 'rates'] as const
export type Density = (typeof densities)[number]

/** Besides the grid there is a list with the same acts, which is what a phone begins with. */
export const views = [...densities, 'list'] as const
export type View = (typeof views)[number]
