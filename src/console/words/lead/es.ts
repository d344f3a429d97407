import { en, type LeadWords } from './en.ts'

export const es: LeadWords = en
