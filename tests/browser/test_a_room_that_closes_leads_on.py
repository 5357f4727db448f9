"""A room of *Race now* closes under whoever waits in it, a rival having been found in another: the page leads there."""

# The same player in another window: gives up the seat, and is seated in a room of the site's making elsewhere.
ELSEWHERE = """async (room) => {
  const page = new DOMParser().parseFromString(await (await fetch('/race')).text(), 'text/html');
  const token = page.querySelector('[name=csrfmiddlewaretoken]').value;
  const form = (fields) => new URLSearchParams({csrfmiddlewaretoken: token, ...fields});
  const post = (path, fields) => fetch(path, {method: 'POST', body: form(fields)});
  await post(`${room}/leave`);
  return new URL((await post('/race/now', {family: 'KL', draw: '3', ruleset: 'N'})).url).pathname;
}"""


def test_the_page_goes_on_to_the_race_one_is_seated_in_now(windows):
    ana = windows()
    ana.race_now()
    room = ana.page.url
    ana.page.get_by_role("heading", name="Looking for somebody to race you").wait_for()
    other = ana.page.context.new_page()
    other.goto(f"{ana.url}/rules")
    path = other.evaluate(ELSEWHERE, room)
    other.close()
    assert not room.endswith(path)
    ana.page.wait_for_url(f"**{path}")
    ana.page.get_by_role("heading", name="Looking for somebody to race you").wait_for()
    ana.page.locator("#room .way", has_text="draw three").wait_for()


def test_whoever_is_seated_nowhere_is_told_that_the_room_has_closed(windows):
    ana = windows()
    ana.race_now()
    other = ana.page.context.new_page()
    other.goto(ana.page.url)
    other.get_by_role("button", name="Leave").click()
    other.wait_for_url("**/race")
    ana.page.get_by_role("heading", name="This room has closed").wait_for()
    ana.page.get_by_role("link", name="To the other races").wait_for()
