/** What the rows show: who stays, or what each night costs. */
export const densities = ['stays', 'rates'] as const
export type Density = (typeof densities)[number]
