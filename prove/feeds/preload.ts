/** Applies the mutation `PLANT` before a process of the proof loads the server. */
import { applyMutation, type MutationName } from './mutations.ts'

if (process.env.PLANT) applyMutation(process.env.PLANT as MutationName)
