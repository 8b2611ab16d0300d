// English: the sentences of a deduction, and how it is shown.

/** @type {Record<string, string>} */
export const words = {
  'deduction.lead.black-hits': 'row {row} has {number} black {number|hit|hits}',
  'deduction.lead.white-hits': 'row {row} has {number} white {number|hit|hits}',
  'deduction.lead.hits': 'row {row} has {number} {number|hit|hits}',
  'deduction.lead.missed': 'row {row} leaves {number} {number|peg|pegs} of the code without a hit',
  'deduction.lead.pegs': 'the code has {number} {number|peg|pegs}',
  'deduction.lead.distinct': 'no color repeats',
  'deduction.none.black-hits': 'row {row} has no black hits',
  'deduction.none.white-hits': 'row {row} has no white hits',
  'deduction.none.hits': 'row {row} has no hits',
  'deduction.none.missed': 'row {row} leaves no peg of the code without a hit',
  'deduction.is': '{count|peg|pegs} {pegs} {count|is|are} {color}',
  'deduction.not': '{count|peg|pegs} {pegs} {count|is|are} not {color}',
  'deduction.least': '{color} occurs at least {count} times',
  'deduction.least.one': '{color} occurs',
  'deduction.most': '{color} occurs at most {count} times',
  'deduction.most.one': '{color} occurs at most once',
  'deduction.most.none': '{color} does not occur',
  'deduction.conclusion': '{reason}, so {so}.',
  'deduction.contradiction': '{reason}: that is impossible.',
  'deduction.assumption': 'Suppose {so}.',
  'deduction.refutation': 'So {so}.',

  'deduction.title': 'How to deduce it',
  'deduction.about': 'A hit is a black or a white hit. The row, the pegs and the notes that a sentence speaks of have a ring.',
  'deduction.next': 'Next step',
  'deduction.all': 'All steps',
  'deduction.at': 'Sentence {at} of {all}',
};
