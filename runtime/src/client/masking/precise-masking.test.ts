import { preciseMaskers, preciseMasking } from './precise-masking.js';
import { clientMasking } from './small-masker.js';

describe('the maskers that hide each credential by itself', () => {
  it('are those of the option that has them', () => {
    const masking = preciseMasking();
    expect(preciseMaskers(masking)).toBe(masking);
  });

  it('know the words of a small masking, and are made once for it', () => {
    const small = clientMasking({ words: ['customer'] });
    const maskers = preciseMaskers(small);
    expect(maskers.common.text('customer=5; note=5')).toBe('customer=***; note=5');
    expect(preciseMaskers(small)).toBe(maskers);
  });

  it('show everything with false', () => {
    expect(preciseMasking(false).common.text('password=5')).toBe('password=5');
  });
});
