"""The picture on a card's element is that of the card it stands for, wherever the card came from."""

CODE = "KL1-D3S-MKMCCKT"
RANKS = "A23456789TJQK"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SHOWN = """() => [...document.querySelectorAll('.card.is-up')].map((el) => {
  const {backgroundImage, backgroundPositionX} = getComputedStyle(el.querySelector('.card-face'));
  return [el.dataset.card, backgroundImage, parseFloat(backgroundPositionX)];
})"""


def test_every_card_face_up_shows_the_picture_of_its_suit_and_rank(sit_down):
    table = sit_down(CODE, viewport={"width": 1280, "height": 800})
    for move in ("d", "d", "u", "d"):
        table.play(move)
    shown = table.page.evaluate(SHOWN)
    assert len(shown) == 7 + 6
    for card, picture, place in shown:
        assert f"/{SUITS[card[1]]}." in picture
        assert round(place / 100 * 12) == RANKS.index(card[0])


def test_what_lies_face_down_has_no_face_at_all(sit_down):
    table = sit_down(CODE)
    hidden = "(all) => all.map((el) => getComputedStyle(el).backgroundImage)"
    faces = table.page.eval_on_selector_all(".card:not(.is-up) .card-face", hidden)
    assert len(faces) == 45
    assert set(faces) == {"none"}
