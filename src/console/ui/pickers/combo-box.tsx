/** Field with a list of options that typing narrows. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from '../icons.tsx'

export interface Option {
  id: string
  text: string
}

export interface ComboBoxProps {
  label: string
  options: readonly Option[]
  /** Id of the chosen option; empty for none. */
  value: string
  change: (id: string) => void
  isRequired: boolean
  error: boolean
  /** Id of the element with the hint or the error. */
  describedBy: string | undefined
}

/** Maximum number of options in the list; typing finds the others. */
const optionsMax = 50

export function ComboBox(props: ComboBoxProps) {
  const { label, options, value, change, isRequired, error, describedBy } = props
  const chosen = options.find(({ id }) => id === value)
  const [lastText, setTyped] = useState<string | null>(null)
  // Choosing an option also reports its text as typed.
  const typed = lastText === chosen?.text ? null : lastText
  return (
    <AriaComboBox
      className="form-field combo-box"
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      items={typed === null ? firstOptions(options, chosen) : findOptions(options, typed)}
      allowsEmptyCollection
      menuTrigger="focus"
      inputValue={typed ?? chosen?.text ?? ''}
      onInputChange={setTyped}
      value={value || null}
      onChange={key => {
        setTyped(null)
        change(key === null ? '' : String(key))
      }}
      onBlur={() => {
        // An empty field chooses none; other text that is no option is discarded.
        if (typed?.trim() === '') change('')
        setTyped(null)
      }}
      isRequired={isRequired}
      isInvalid={error}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="combo-field">
        <Input className="field" dir="auto" required={isRequired} />
        <Button className="icon-button small">
          <Icon name="down" />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox className="menu combo-options">
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.text} className="menu-item">
              <bdi className="clamp">{option.text}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

/** Returns the first options, with the chosen one on top. */
function firstOptions(options: readonly Option[], chosen: Option | undefined): Option[] {
  const others = options.filter(option => option !== chosen)
  return [...(chosen ? [chosen] : []), ...others].slice(0, optionsMax)
}

/** Finds options with a word that starts with the text, then those that contain it. */
function findOptions(options: readonly Option[], typed: string): Option[] {
  const text = normalize(typed)
  const found = options.filter(option => normalize(option.text).includes(text))
  const startsWithText = (option: Option) => ` ${normalize(option.text)}`.includes(` ${text}`)
  return [
    ...found.filter(startsWithText),
    ...found.filter(option => !startsWithText(option)),
  ].slice(0, optionsMax)
}

function normalize(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
