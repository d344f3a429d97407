/** Step with photos: the section of the editor. Uploads go on during the next steps. */
import { Photos as PropertyPhotos } from '../../properties/photos/photos.tsx'
import type { Property } from '../../properties/property.query.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

export function Photos({ property, next }: StepProps & { property: Property }) {
  return (
    <StepFrame step="photos" next={next} submit={next}>
      <PropertyPhotos property={property} isCard={false} />
    </StepFrame>
  )
}
