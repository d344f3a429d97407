/** Content of the rows of the grid: stays, or prices of nights. */
const densities = ['stays', 'rates'] as const
export type Density = (typeof densities)[number]

/** Views: the grid in each density, and a list with the same actions, the default on phones. */
export const views = [...densities, 'list'] as const
export type View = (typeof views)[number]
