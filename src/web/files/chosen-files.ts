/** A file input without a file posts one without a name. A file that was chosen may be empty. */
export const listChosenFiles = (form: FormData, name: string): File[] => form.getAll(name).filter(isChosenFile)

export const isChosenFile = (value: FormDataEntryValue): value is File => value instanceof File && value.name !== ''

export const emptyFileSentence = 'This file is empty. Please choose another.'
