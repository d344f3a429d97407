/** Plants a fault before a process of the proof loads the server: `PLANT` names it. */
import { type PlantName, plant } from './planted.ts'

if (process.env.PLANT) plant(process.env.PLANT as PlantName)
